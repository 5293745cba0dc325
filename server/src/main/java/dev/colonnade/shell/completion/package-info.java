/**
 * Completion of commands, keywords and the names of the catalog at a terminal.
 *
 * <p>Start at {@link dev.colonnade.shell.completion.ShellCompleter}. Depends on {@code jdbc}, JLine
 * and {@code shell.command}.
 */
@NullMarked
package dev.colonnade.shell.completion;

import org.jspecify.annotations.NullMarked;
