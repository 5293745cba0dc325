/**
 * Statements that create a table of the rows of a query: {@link
 * dev.colonnade.sql.definition.query.CreateTableAsStatement}. Depends on {@code sql.frontend}, the
 * syntax of definitions and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.query;

import org.jspecify.annotations.NullMarked;
