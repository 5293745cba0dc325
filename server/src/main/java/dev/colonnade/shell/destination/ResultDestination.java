package dev.colonnade.shell.destination;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.shell.output.DisplaySettings;
import dev.colonnade.shell.output.DisplaySettings.PagerUse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Destination of results: standard output, with a pager at a terminal, or the file or program that
 * {@code \o} names. Not thread-safe.
 */
public final class ResultDestination implements AutoCloseable {
  /** Printing of a result. */
  public interface Printing {
    void print(PrintWriter out) throws SQLException;
  }

  private final PrintWriter standard;
  private final DisplaySettings display;

  /** Lines of the terminal; 0 if there is none. */
  private IntSupplier terminalLines = () -> 0;

  private PrintWriter current;
  private @Nullable Process program;

  public ResultDestination(PrintWriter standard, DisplaySettings display) {
    this.standard = requireNonNull(standard, "standard is null");
    this.display = requireNonNull(display, "display is null");
    this.current = standard;
  }

  /** Pages long results for a terminal with this number of lines. */
  public void terminal(IntSupplier lines) {
    terminalLines = requireNonNull(lines, "lines is null");
  }

  /** Returns the writer of the current destination, without a pager. */
  public PrintWriter out() {
    return current;
  }

  /** Prints a result, through the pager if it is long and goes to a terminal. */
  public void print(Printing printing) throws SQLException {
    int lines = terminalLines.getAsInt();
    if (current != standard || lines == 0 || display.pager() == PagerUse.OFF) {
      printing.print(current);
      current.flush();
      return;
    }
    long linesMax =
        display.pager() == PagerUse.ALWAYS ? 0 : Math.max(lines, display.pagerMinLines()) - 1L;
    try (PagerWriter pager = new PagerWriter(standard, pagerCommand(), linesMax);
        PrintWriter out = new PrintWriter(pager)) {
      printing.print(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String pagerCommand() {
    for (String variable : new String[] {"PSQL_PAGER", "PAGER"}) {
      String command = System.getenv(variable);
      if (command != null && !command.isBlank()) {
        return command;
      }
    }
    return "more";
  }

  /** Prints a result to a file, or to a program after {@code |}, and to nothing else. */
  public void printTo(String target, Printing printing) throws SQLException, IOException {
    PrintWriter before = current;
    Process programBefore = program;
    open(target);
    try {
      printing.print(current);
    } finally {
      closeCurrent();
      current = before;
      program = programBefore;
    }
  }

  /**
   * Sends the following results to a file, or to a program after {@code |}.
   *
   * @param target empty for standard output
   */
  public void redirect(String target) throws IOException {
    closeCurrent();
    if (!target.isEmpty()) {
      open(target);
    }
  }

  private void open(String target) throws IOException {
    if (target.startsWith("|")) {
      standard.flush();
      Process started = ShellPrograms.startReader(target.substring(1));
      program = started;
      current = new PrintWriter(started.outputWriter(UTF_8));
    } else {
      program = null;
      current = new PrintWriter(Files.newBufferedWriter(file(target), UTF_8));
    }
  }

  /** Returns the path of a file name, in which {@code ~/} is the user's home folder. */
  public static Path file(String name) throws IOException {
    try {
      return name.startsWith("~/")
          ? Path.of(System.getProperty("user.home"), name.substring(2))
          : Path.of(name);
    } catch (InvalidPathException invalid) {
      throw new IOException("invalid file name: " + name, invalid);
    }
  }

  private void closeCurrent() throws IOException {
    if (current != standard) {
      current.close();
      Process ended = program;
      if (ended != null) {
        ShellPrograms.await(ended);
      }
    }
    current = standard;
    program = null;
  }

  @Override
  public void close() throws IOException {
    closeCurrent();
  }
}
