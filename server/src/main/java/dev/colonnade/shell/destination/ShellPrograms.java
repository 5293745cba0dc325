package dev.colonnade.shell.destination;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;

/** Programs that the shell starts by the command interpreter of the system. */
public final class ShellPrograms {
  private static final boolean IS_WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

  private ShellPrograms() {}

  /** Returns a program that shares the standard streams of the shell. */
  public static ProcessBuilder program(String command) {
    return (IS_WINDOWS
            ? new ProcessBuilder("cmd", "/c", command)
            : new ProcessBuilder("/bin/sh", "-c", command))
        .inheritIO();
  }

  /** Starts a program that reads what is written to it. */
  public static Process startReader(String command) throws IOException {
    return program(command).redirectInput(Redirect.PIPE).start();
  }

  /** Starts a program whose output can be read. */
  public static Process startWriter(String command) throws IOException {
    return program(command).redirectOutput(Redirect.PIPE).start();
  }

  /** Waits for the end of a program and returns its exit status. */
  public static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException interrupted) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a program ran");
    }
  }
}
