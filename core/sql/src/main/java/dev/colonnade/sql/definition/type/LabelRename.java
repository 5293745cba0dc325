package dev.colonnade.sql.definition.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.definition.text.TextChange;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rename of a label of an enum in stored texts.
 *
 * @param analysis in which the type still has the old label
 */
record LabelRename(EnumType type, String label, String newLabel, StatementAnalysis analysis)
    implements TextChange {
  LabelRename {
    requireNonNull(type, "type is null");
    requireNonNull(label, "label is null");
    requireNonNull(newLabel, "newLabel is null");
    requireNonNull(analysis, "analysis is null");
  }

  /** Returns whether a text may have a literal of the label. */
  @Override
  public boolean isCandidate(String text) {
    return text.contains(label.replace("'", "''")) || text.contains("\\");
  }

  @Override
  public boolean keepsMeaning() {
    return false; // Only values of literals change.
  }

  @Override
  public String in(String text, NameUses uses) {
    Tokens tokens = Lexer.read(text);
    StringBuilder changed = new StringBuilder();
    int done = 0;
    for (Map.Entry<Integer, Type> literal : new TreeMap<>(uses.literals()).entrySet()) {
      int token = stringAt(tokens, literal.getKey());
      String value = token < 0 ? null : renamed(literal.getValue(), tokens.value(token));
      if (value != null) {
        changed.append(text, done, tokens.start(token));
        changed.append("'").append(value.replace("'", "''")).append("'");
        done = tokens.end(token);
      }
    }
    return changed.append(text, done, text.length()).toString();
  }

  /** Returns the changed value of a literal; null if it does not have the label. */
  private @Nullable String renamed(Type literal, String value) {
    Type base = Types.baseOf(literal);
    Type element = analysis.registry().types().elementOf(base);
    if (element == null) {
      return isOfType(base) && value.equals(label) ? newLabel : null;
    }
    if (!isOfType(Types.baseOf(element))) {
      return null;
    }
    List<@Nullable String> labels = ArrayText.parse(value);
    if (!labels.contains(label)) {
      return null;
    }
    List<@Nullable String> changed = new ArrayList<>(labels);
    changed.replaceAll(each -> label.equals(each) ? newLabel : each);
    return ArrayText.format(ArrayValue.shapeOf(labels), changed);
  }

  private boolean isOfType(Type found) {
    EnumType known = CatalogTypes.enumOf(analysis.names(), found);
    return known != null && known.id() == type.id();
  }

  /** Returns the index of the constant of a literal, which may begin with its type; -1 if none. */
  private static int stringAt(Tokens tokens, int position) {
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.start(i) >= position && tokens.is(i, TokenKind.STRING)) {
        return i;
      }
    }
    return -1;
  }
}
