package dev.colonnade.sql.activity;

/**
 * Statements that are counted together.
 *
 * @param roleId of the user that has executed them
 * @param databaseId of the session
 * @param shapeId of {@link StatementShape}
 */
public record StatementKey(int roleId, int databaseId, long shapeId) {}
