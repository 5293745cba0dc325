/**
 * Settings of the process that its operating system has. Depends on nothing else of the project.
 *
 * <p>Start at {@link dev.colonnade.server.host.FileMode}.
 */
@NullMarked
package dev.colonnade.server.host;

import org.jspecify.annotations.NullMarked;
