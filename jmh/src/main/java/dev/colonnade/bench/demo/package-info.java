/**
 * {@code colonnade demo}: shows on TPC-H what Colonnade is for, and checks what it shows.
 *
 * <p>Start reading at {@link dev.colonnade.bench.demo.DemoCommand}. May depend on the client, on
 * {@code bench} and its packages, and for the command line on the server's interface of commands.
 */
@NullMarked
package dev.colonnade.bench.demo;

import org.jspecify.annotations.NullMarked;
