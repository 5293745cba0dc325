package dev.colonnade.sql.system.object;

/**
 * Type of a view's column.
 *
 * @param typeOid OID of the type
 * @param modifier as in {@code pg_attribute.atttypmod}
 */
public record ViewColumn(long typeOid, int modifier) {}
