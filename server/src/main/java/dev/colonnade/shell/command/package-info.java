/**
 * Commands of the shell, which begin with a backslash.
 *
 * <p>Start at {@link dev.colonnade.shell.command.ShellCommands}, which chooses the class of a
 * command. Depends on {@code jdbc} and on the packages {@code copy}, {@code destination}, {@code
 * output} and {@code variable} of the shell.
 */
@NullMarked
package dev.colonnade.shell.command;

import org.jspecify.annotations.NullMarked;
