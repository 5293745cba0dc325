/**
 * Random statements as small syntax trees, for the comparison with PostgreSQL.
 *
 * <p>Start with {@link dev.colonnade.sql.compare.statement.StatementGenerator}; {@link
 * dev.colonnade.sql.compare.statement.Node} is the tree. Depends on {@code compare.schema}.
 */
@NullMarked
package dev.colonnade.sql.compare.statement;

import org.jspecify.annotations.NullMarked;
