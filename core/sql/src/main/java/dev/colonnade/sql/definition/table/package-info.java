/**
 * CREATE TABLE. Start at {@link dev.colonnade.sql.definition.table.CreateTableStatement}, which
 * reads the elements, and {@link dev.colonnade.sql.definition.table.TableCreation}, which creates
 * the table. Depends on {@code sql.definition.table.column}, {@code
 * sql.definition.table.constraint}, {@code sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.table;

import org.jspecify.annotations.NullMarked;
