/**
 * Local servers of the commands: a child process on a folder of its own that ends with the command,
 * and a client of its metrics page.
 *
 * <p>Start reading at {@link dev.colonnade.bench.local.LocalServer}. Depends on the main class of
 * the program and on no other package of the project.
 */
@NullMarked
package dev.colonnade.bench.local;

import org.jspecify.annotations.NullMarked;
