package dev.colonnade.shell.command;

import dev.colonnade.shell.variable.CommandArguments;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Conditional blocks of an input: {@code \if}, {@code \elif}, {@code \else} and {@code \endif}, as
 * psql has them. Text of branches that do not run leaves no trace in the query buffer. Not
 * thread-safe.
 */
public final class Conditions {
  private static final Pattern COMMAND = Pattern.compile("\\\\(if|elif|else|endif)(\\s|;|$)");
  private static final int ON_LENGTH = 2;

  private final Deque<Block> blocks = new ArrayDeque<>();
  private String buffer = "";

  /** State of a block. */
  private enum State {
    /** The current branch runs. */
    RUNS,
    /** No branch has run. */
    WAITS,
    /** A branch has run, and the current one is another, or none can run. */
    SKIPS,
    /** The last branch runs. */
    ELSE_RUNS,
    /** The last branch does not run. */
    ELSE_SKIPS;

    boolean isActive() {
      return this == RUNS || this == ELSE_RUNS;
    }

    boolean isLast() {
      return this == ELSE_RUNS || this == ELSE_SKIPS;
    }
  }

  /**
   * Block.
   *
   * @param buffer query buffer before the current branch
   */
  private record Block(State state, String buffer) {}

  /** Returns whether a text is one of the commands. */
  public static boolean isCommand(String text) {
    return COMMAND.matcher(text).lookingAt();
  }

  /** Returns whether statements and commands run. */
  public boolean isActive() {
    Block block = blocks.peek();
    return block == null || block.state().isActive();
  }

  /** Returns whether the input is outside of blocks. */
  public boolean isEmpty() {
    return blocks.isEmpty();
  }

  /** Leaves the innermost block. */
  public void leave() {
    blocks.poll();
  }

  /** Returns the query buffer after the last command. */
  public String buffer() {
    return buffer;
  }

  /**
   * Runs a command.
   *
   * @param text the command; its further lines are the query buffer
   * @return false if it failed
   */
  public boolean run(String text, CommandHost shell) {
    int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
    String[] words = text.substring(0, end).strip().split("\\s+", 2);
    String command = words[0].replaceAll(";+$", "");
    String expression = words.length > 1 ? words[1] : "";
    Block block = blocks.peek();
    buffer = block == null || isActive() ? text.substring(end).strip() : block.buffer();
    if (command.equals("\\if")) {
      boolean isOuterActive = isActive();
      boolean isTrue = isOuterActive && evaluate(command, expression, shell);
      push(isTrue ? State.RUNS : isOuterActive ? State.WAITS : State.SKIPS);
      return true;
    }
    if (block == null) {
      return fail(command + ": no matching \\if", shell);
    }
    if (block.state().isLast() && !command.equals("\\endif")) {
      return fail(command + ": cannot occur after \\else", shell);
    }
    blocks.pop();
    if (command.equals("\\elif")) {
      boolean isTrue = block.state() == State.WAITS && evaluate(command, expression, shell);
      boolean isOver = block.state() != State.WAITS;
      push(isTrue ? State.RUNS : isOver ? State.SKIPS : State.WAITS);
    } else if (command.equals("\\else")) {
      push(block.state() == State.WAITS ? State.ELSE_RUNS : State.ELSE_SKIPS);
      reportExtra(command, expression, shell);
    } else {
      reportExtra(command, expression, shell);
    }
    return true;
  }

  private void push(State state) {
    blocks.push(new Block(state, buffer));
  }

  private void reportExtra(String command, String arguments, CommandHost shell) {
    for (String argument : arguments.split("\\s+", -1)) {
      if (isActive() && !argument.isEmpty()) {
        fail("%s: extra argument \"%s\" ignored".formatted(command, argument), shell);
      }
    }
  }

  /** Returns the value of an expression; reports one that is no Boolean, and returns false. */
  private static boolean evaluate(String command, String expression, CommandHost shell) {
    String value;
    try {
      value = String.join(" ", CommandArguments.parse(expression, shell.variables()));
    } catch (IllegalArgumentException e) {
      fail(String.valueOf(e.getMessage()), shell);
      return false;
    }
    String lower = value.toLowerCase(Locale.ROOT);
    boolean isLong = lower.length() >= ON_LENGTH;
    if (lower.equals("1") || lower.equals("on") || isPrefix(lower, "true", "yes")) {
      return true;
    }
    if (!lower.equals("0")
        && !isPrefix(lower, "false", "no")
        && !(isLong && "off".startsWith(lower))) {
      fail(
          "unrecognized value \"%s\" for \"%s expression\": Boolean expected"
              .formatted(value, command),
          shell);
    }
    return false;
  }

  private static boolean isPrefix(String value, String first, String second) {
    return !value.isEmpty() && (first.startsWith(value) || second.startsWith(value));
  }

  private static boolean fail(String message, CommandHost shell) {
    shell.standardOut().flush();
    shell.err().println(message);
    shell.err().flush();
    return false;
  }
}
