/**
 * Expressions in the definitions of tables: defaults, constraints, generated columns, expressions
 * and predicates of indexes.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.table.TableExpressions}. Depends on {@code
 * sql.analyze.expression}, {@code sql.parser} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.analyze.table;

import org.jspecify.annotations.NullMarked;
