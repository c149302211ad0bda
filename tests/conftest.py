"""Settings of the property tests: few examples, always the same, unless HYPOTHESIS_PROFILE=full.

No test reads or writes the user's cache.
"""

import os

from hypothesis import HealthCheck, settings

os.environ["PI_NATIVE_CACHE"] = "off"
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs that tests start would compile the package each time

settings.register_profile(
    "quick", max_examples=30, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile(
    "full",
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "2000")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
