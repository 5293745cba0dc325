/**
 * Lexical analysis and rewriting of SQL text in the driver and the shell: statement boundaries,
 * JDBC escapes, RETURNING.
 *
 * <p>Start at {@link dev.colonnade.jdbc.text.SqlScanner}. Depends on the JDK only.
 */
@NullMarked
package dev.colonnade.jdbc.text;

import org.jspecify.annotations.NullMarked;
