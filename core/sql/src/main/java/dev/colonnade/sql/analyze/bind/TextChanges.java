package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import java.util.Map;
import java.util.TreeMap;

/** Changes of parts of a text of SQL that do not overlap. One thread. */
public final class TextChanges {
  private final String text;
  private final Tokens tokens;
  private final TreeMap<Integer, Replacement> changes = new TreeMap<>();

  private record Replacement(int end, String text) {}

  /** Creates an empty list of changes of a text. */
  public TextChanges(String text) {
    this.text = requireNonNull(text, "text is null");
    this.tokens = Lexer.read(text);
  }

  /** Returns the tokens of the text. */
  public Tokens tokens() {
    return tokens;
  }

  /** Inserts a part at an offset. */
  public void insert(int offset, String part) {
    replace(offset, offset, part);
  }

  /** Replaces the part between two offsets. */
  public void replace(int start, int end, String part) {
    changes.put(start, new Replacement(end, part));
  }

  /** Gives literals the values that they have in the session of their analysis. */
  public void fixLiterals(NameUses uses) {
    uses.fixedTexts()
        .forEach(
            (position, fixed) -> {
              int token = indexOf(fixed.literal(), position);
              String text = "'" + fixed.text().replace("'", "''") + "'";
              replace(tokens.start(token), tokens.end(token), text);
            });
  }

  /** Returns the index of a literal, which may begin with its type. */
  private int indexOf(String literal, int position) {
    int token = 0;
    while (tokens.start(token) < position || !tokens.is(token, TokenKind.STRING)) {
      token++;
    }
    if (!tokens.value(token).equals(literal)) {
      throw new IllegalStateException("not the literal: position=" + position);
    }
    return token;
  }

  /** Returns the text between two offsets with its changes. */
  public String apply(int start, int end) {
    StringBuilder changed = new StringBuilder();
    int done = start;
    for (Map.Entry<Integer, Replacement> change : changes.subMap(start, end).entrySet()) {
      changed.append(text, done, change.getKey()).append(change.getValue().text());
      done = change.getValue().end();
    }
    return changed.append(text, done, end).toString();
  }
}
