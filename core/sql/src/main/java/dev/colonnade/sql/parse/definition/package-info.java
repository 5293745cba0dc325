/**
 * Trees of DDL statements: schemas, sequences, views, types, roles, and changes of tables.
 *
 * <p>Start at {@link dev.colonnade.sql.parse.definition.Definition}. Plain records, made by the
 * grammar. Depends on {@code sql.parse} for the columns of CREATE TABLE.
 */
@NullMarked
package dev.colonnade.sql.parse.definition;

import org.jspecify.annotations.NullMarked;
