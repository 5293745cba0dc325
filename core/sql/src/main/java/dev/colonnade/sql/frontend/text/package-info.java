/**
 * Texts of SQL, divided into statements by the parser: {@link
 * dev.colonnade.sql.frontend.text.StatementText} is a statement with its place. Depends on {@code
 * sql.parser} and {@code sql.syntax}.
 */
@NullMarked
package dev.colonnade.sql.frontend.text;

import org.jspecify.annotations.NullMarked;
