package dev.colonnade.bench.local;

import dev.colonnade.server.Main;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Main class of a child process that ends with its parent: runs the program, and shuts it down in
 * good order at the end of its standard input.
 */
public final class ChildProcess {
  private ChildProcess() {}

  public static void main(String[] args) {
    Thread.ofPlatform().daemon().name("parent-watch").start(ChildProcess::endWithParent);
    Main.main(args);
  }

  /**
   * Returns the command line that runs the program with these arguments on the same JVM, with its
   * flags and further ones.
   */
  static List<String> command(List<String> flags, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(ChildProcess::isInherited)
        .forEach(command::add);
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ChildProcess.class.getName());
    command.addAll(arguments);
    return command;
  }

  /** Returns whether the child process needs the flag; agents, for example, it does not need. */
  private static boolean isInherited(String flag) {
    return flag.startsWith("--")
        || flag.startsWith("-Xmx")
        || flag.startsWith("-XX:")
        || flag.startsWith("-Dcolonnade.")
        || flag.startsWith("-Dlogback.")
        || flag.startsWith("-Djava.library.path=")
        || flag.startsWith("-Xlog:");
  }

  private static void endWithParent() {
    InputStream parent = System.in;
    try {
      while (parent.read() >= 0) {
        // The parent writes nothing; only the end of the stream matters.
      }
    } catch (IOException e) {
      // A broken pipe is an end of the stream, too.
    }
    System.exit(0);
  }
}
