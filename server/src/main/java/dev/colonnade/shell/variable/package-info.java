/**
 * Variables of the shell and what contains them: statements, arguments of commands and prompts.
 *
 * <p>Start at {@link dev.colonnade.shell.variable.Variables}. Depends on {@code jdbc.text}.
 */
@NullMarked
package dev.colonnade.shell.variable;

import org.jspecify.annotations.NullMarked;
