/**
 * ALTER TABLE: the actions on columns, constraints, identities and settings of a table. Start at
 * {@link dev.colonnade.sql.definition.table.alter.AlterTableStatement}, which runs the actions one
 * after the other on a {@link dev.colonnade.sql.definition.table.alter.TableAlteration}. Depends on
 * {@code sql.definition.table} and its packages, {@code sql.frontend}, {@code sql.analyze} and the
 * catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.table.alter;

import org.jspecify.annotations.NullMarked;
