/**
 * ALTER TABLE: the actions on columns, constraints, indexes, identities and storage parameters of a
 * table.
 *
 * <p>Start at {@link dev.colonnade.sql.ddl.table.AlterTableStatement}, which runs the actions one
 * after the other on a {@link dev.colonnade.sql.ddl.table.TableAlteration}. Depends on {@code
 * sql.statement}, {@code sql.parse.definition}, {@code sql.access} and {@code catalog}.
 */
@NullMarked
package dev.colonnade.sql.ddl.table;

import org.jspecify.annotations.NullMarked;
