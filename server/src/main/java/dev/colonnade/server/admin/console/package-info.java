/**
 * Console: one web application on the HTTP port. Start at {@link
 * dev.colonnade.server.admin.console.ConsoleFiles} for its files and at {@link
 * dev.colonnade.server.admin.console.ConsoleSql} for the statements that it runs. Depends on {@code
 * server.admin.http} and the engine.
 */
@NullMarked
package dev.colonnade.server.admin.console;

import org.jspecify.annotations.NullMarked;
