/**
 * Servers that a command starts for itself: a process of its own on a folder of its own, ended with
 * the command, and what such a server says about itself over HTTP.
 *
 * <p>Start reading at {@link dev.colonnade.bench.local.LocalServer}. Depends on nothing of ours but
 * the name of the program's main class.
 */
@NullMarked
package dev.colonnade.bench.local;

import org.jspecify.annotations.NullMarked;
