/**
 * What statements say that define things: schemas, sequences, views, types, roles, and changes of
 * tables.
 *
 * <p>Start at {@link dev.colonnade.sql.parse.definition.Definition}. Plain records, made by the
 * grammar; {@code sql.definition} carries them out. Depends on {@code sql.parse} for what a CREATE
 * TABLE says of columns.
 */
@NullMarked
package dev.colonnade.sql.parse.definition;

import org.jspecify.annotations.NullMarked;
