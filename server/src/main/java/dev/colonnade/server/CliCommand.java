package dev.colonnade.server;

import java.util.concurrent.Callable;

/**
 * Command of the program, such as {@code start}: a class with picocli's {@code @Command}
 * annotation, a public constructor without parameters, and an entry in {@code
 * META-INF/services/dev.colonnade.server.CliCommand} of its jar.
 *
 * <p>{@link #call()} returns the exit status.
 */
public interface CliCommand extends Callable<Integer> {}
