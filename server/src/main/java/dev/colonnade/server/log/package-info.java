/**
 * Log of the program: binds SLF4J to Logback and configures it without XML.
 *
 * <p>Start at {@link dev.colonnade.server.log.LogProvider}. Depends on nothing else of the project.
 */
@NullMarked
package dev.colonnade.server.log;

import org.jspecify.annotations.NullMarked;
