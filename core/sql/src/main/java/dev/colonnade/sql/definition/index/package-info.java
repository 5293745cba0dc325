/**
 * Statements that define indexes: {@link dev.colonnade.sql.definition.index.CreateIndexStatement};
 * their expressions and predicates, and the creation of an index in a transaction. Depends on
 * {@code sql.analyze.table}, {@code sql.deparse}, {@code sql.statement} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.index;

import org.jspecify.annotations.NullMarked;
