"""Plugin of pytest for psycopg's suite: deselects the tests that do not connect to a server."""


def pytest_collection_modifyitems(config, items):
    alone = [item for item in items if "session_dsn" not in item.fixturenames]
    config.hook.pytest_deselected(items=alone)
    items[:] = [item for item in items if "session_dsn" in item.fixturenames]
