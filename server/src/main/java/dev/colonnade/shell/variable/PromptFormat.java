package dev.colonnade.shell.variable;

import dev.colonnade.protocol.session.WireTransactionState;

/** Format of a prompt with psql's substitutions. */
public final class PromptFormat {
  /**
   * State of the shell that prompts show.
   *
   * @param user name of the current user
   * @param isSuperuser whether the user is a superuser
   * @param transaction state of the transaction block
   * @param continuation mark of an incomplete statement; {@code =} at its beginning
   */
  public record State(
      String host,
      int port,
      String database,
      String user,
      boolean isSuperuser,
      WireTransactionState transaction,
      char continuation) {}

  private PromptFormat() {}

  /** Returns a prompt. Unknown substitutions are empty. */
  public static String format(String pattern, State state, Variables variables) {
    StringBuilder prompt = new StringBuilder();
    int at = 0;
    while (at < pattern.length()) {
      char next = pattern.charAt(at++);
      if (next != '%' || at == pattern.length()) {
        prompt.append(next);
        continue;
      }
      char kind = pattern.charAt(at++);
      int end = kind == ':' ? pattern.indexOf(':', at) : -1;
      if (end >= 0) {
        prompt.append(variables.get(pattern.substring(at, end)).orElse(""));
        at = end + 1;
      } else {
        prompt.append(substitution(kind, state));
      }
    }
    return prompt.toString();
  }

  private static String substitution(char kind, State state) {
    return switch (kind) {
      case '%' -> "%";
      case '/', '~' -> state.database();
      case 'n' -> state.user();
      case 'M', 'm' -> state.host();
      case '>' -> String.valueOf(state.port());
      case '#' -> state.isSuperuser() ? "#" : ">";
      case 'R' -> String.valueOf(state.continuation());
      case 'x' ->
          switch (state.transaction()) {
            case IDLE -> "";
            case FAILED -> "!";
            case ACTIVE -> "*";
          };
      default -> "";
    };
  }
}
