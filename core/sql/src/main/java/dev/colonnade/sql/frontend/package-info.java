/**
 * Front end of statements of data: from a text to a statement that can run.
 *
 * <p>Start at {@link dev.colonnade.sql.frontend.FrontEnd}. Depends on the packages below it, which
 * parse texts ({@code text}), plan statements ({@code plan}), make them runnable ({@code
 * statement}), explain them ({@code explain}) and share plans between texts that differ in literals
 * ({@code shape}).
 */
@NullMarked
package dev.colonnade.sql.frontend;

import org.jspecify.annotations.NullMarked;
