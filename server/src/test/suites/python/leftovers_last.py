"""Pytest plugin: runs the tests last that leave tables to the next ones where they fail."""

LAST = {"test_executemany_client_failure_in_transaction"}


def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda item: item.name in LAST)
