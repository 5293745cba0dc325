/**
 * Execution of DDL statements: one class for each kind of object.
 *
 * <p>Start at {@link dev.colonnade.sql.ddl.DdlStatements}. Every statement is one change of the
 * catalog, in any number of steps, through {@code sql.access}. Depends on {@code sql.ddl.table},
 * {@code sql.statement}, {@code sql.parse.definition}, {@code sql.plan}, {@code catalog} and {@code
 * sequence}.
 */
@NullMarked
package dev.colonnade.sql.ddl;

import org.jspecify.annotations.NullMarked;
