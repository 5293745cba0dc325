/**
 * From text to a tree: the grammar, and the nodes of statements that are not queries.
 *
 * <p>The grammar is the template that comes with Calcite plus what {@code src/main/codegen} adds to
 * it for PostgreSQL's syntax; the build makes {@link dev.colonnade.sql.parse.grammar} of the two.
 * Start at {@link dev.colonnade.sql.parse.StatementParser}. Depends on {@code sql.error}.
 */
@NullMarked
package dev.colonnade.sql.parse;

import org.jspecify.annotations.NullMarked;
