package dev.colonnade.bench.report;

import static java.util.Objects.requireNonNull;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Output of a command for users: coloured on a terminal, plain elsewhere and if {@code NO_COLOR} is
 * set.
 */
public final class Console {
  private static final String BOLD = "1";
  private static final String DIM = "2";
  private static final String RED = "31";
  private static final String GREEN = "32";

  private final PrintStream out;
  private final boolean terminal;
  private final boolean coloured;

  public Console(PrintStream out, boolean terminal, boolean coloured) {
    this.out = requireNonNull(out, "out is null");
    this.terminal = terminal;
    this.coloured = coloured;
  }

  /** Returns the console of the standard output, in UTF-8. */
  public static Console standard() {
    boolean terminal =
        Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal).isPresent()
            && !"dumb".equals(System.getenv("TERM"));
    return new Console(
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
        terminal,
        coloursWanted(terminal, System.getenv()));
  }

  /** Returns whether to print colours: on a terminal, unless {@code NO_COLOR} is set. */
  static boolean coloursWanted(boolean terminal, Map<String, String> environment) {
    return terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** Returns the stream, for components that control the terminal themselves. */
  public PrintStream out() {
    return out;
  }

  public boolean isTerminal() {
    return terminal;
  }

  /** Prints a title below a blank line. */
  public void heading(String text) {
    line("");
    line(bold(text));
  }

  public void line(String text) {
    out.println(text);
  }

  public void table(TextTable table) {
    for (String line : table.lines(this::dim)) {
      out.println(line);
    }
  }

  public String bold(String text) {
    return styled(BOLD, text);
  }

  public String dim(String text) {
    return styled(DIM, text);
  }

  public String good(String text) {
    return styled(GREEN, text);
  }

  public String bad(String text) {
    return styled(RED, text);
  }

  private String styled(String code, String text) {
    return coloured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
