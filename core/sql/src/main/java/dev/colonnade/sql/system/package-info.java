/**
 * System catalog: the tables of {@code pg_catalog} and {@code information_schema}.
 *
 * <p>Start at {@link dev.colonnade.sql.system.SystemTables}, the tables and their columns as
 * PostgreSQL 15 has them, then {@link dev.colonnade.sql.system.SystemRows}, which builds their
 * rows. Rows that are equal in every database (built-in types, functions, operators) come from
 * resource files of this package. The sub-package {@code object} derives all other objects from a
 * catalog snapshot, and {@code table} produces the rows of each table from them. Depends on {@code
 * sql.function.value}, {@code sql.type}, {@code catalog} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.system;

import org.jspecify.annotations.NullMarked;
