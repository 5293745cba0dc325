/**
 * Loading of the configuration from a file, the environment and the command line, and changes of
 * settings of a running server.
 *
 * <p>Start at {@link dev.colonnade.server.config.load.ConfigLoader}. Depends on {@code
 * server.config}, whose records it creates, on {@code engine}, {@code protocol} and the storage
 * packages for the configuration and limits that they define, and on {@code error}.
 */
@NullMarked
package dev.colonnade.server.config.load;

import org.jspecify.annotations.NullMarked;
