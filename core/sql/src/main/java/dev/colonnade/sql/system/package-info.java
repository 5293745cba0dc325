/**
 * What the system tells of itself in tables: {@code pg_catalog} and {@code information_schema}.
 *
 * <p>Start at {@link dev.colonnade.sql.system.SystemTables}, the tables and their columns as
 * PostgreSQL 15 has them, then {@link dev.colonnade.sql.system.SystemView}, of which their rows are
 * made whenever a statement reads them. What is the same in every database (built-in types,
 * functions, operators) comes from files beside the classes; the rest from a snapshot of the
 * catalogue. Depends on {@code catalog}, {@code sql.function}, {@code sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.system;

import org.jspecify.annotations.NullMarked;
