package dev.colonnade.sql.function;

/**
 * Service of the running statement, and of its session, for functions. A method whose first
 * parameter is a subtype of this interface receives it from the statement; the parameter is not an
 * argument of the call. Such functions are never evaluated at plan time.
 */
public interface StatementService {}
