/**
 * Printer of the syntax of queries, changes, expressions and types as SQL, which parses to an equal
 * tree: {@link dev.colonnade.sql.syntax.print.SqlPrinter}. Depends on {@code sql.lexer}, for
 * quotes, {@code sql.syntax} and {@code sql.syntax.query}.
 */
@NullMarked
package dev.colonnade.sql.syntax.print;

import org.jspecify.annotations.NullMarked;
