package dev.colonnade.sql.function;

/**
 * What a function may ask of the statement that it runs in, and of the session behind that. A
 * method whose first parameter is of such an interface gets it from the statement, and the call has
 * one argument less. Results of such functions are never worked out before a statement runs.
 */
public interface StatementService {}
