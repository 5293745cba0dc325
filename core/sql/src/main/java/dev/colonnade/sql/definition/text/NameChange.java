package dev.colonnade.sql.definition.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.TextChanges;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Change of the names of objects, or of a column, in stored texts. */
public final class NameChange implements TextChange {
  /**
   * New name of an object.
   *
   * @param schema name of its schema
   * @param isMoved whether the schema is another one, so that the search path of a text may not
   *     find the object
   */
  public record NewName(String schema, String name, boolean isMoved) {
    public NewName {
      requireNonNull(schema, "schema is null");
      requireNonNull(name, "name is null");
    }
  }

  /**
   * Column of a table or view, or attribute of a composite type.
   *
   * @param relationId id of the table, view or type
   * @param number id of a table's column, position in a view from 1; 0 for an attribute
   */
  public record ColumnName(int relationId, int number, String oldName, String newName) {
    public ColumnName {
      requireNonNull(oldName, "oldName is null");
      requireNonNull(newName, "newName is null");
    }
  }

  /** Keywords with which a query begins. */
  private static final List<Keyword> QUERY_STARTS =
      List.of(Keyword.SELECT, Keyword.WITH, Keyword.VALUES, Keyword.TABLE);

  private static final Pattern QUOTE = Pattern.compile("[\"']");

  private final List<String> candidates;
  private final Map<Integer, NewName> objects;
  private final @Nullable ColumnName column;

  private NameChange(
      Collection<String> candidates, Map<Integer, NewName> objects, @Nullable ColumnName column) {
    this.candidates = candidates.stream().map(NameChange::searchText).distinct().toList();
    this.objects = Map.copyOf(objects);
    this.column = column;
  }

  /**
   * Returns the change of the names of objects.
   *
   * @param candidates old and new names of objects or schemas, of which a text has one if anything
   *     changes in it
   * @param objects new names by the ids of relations and types
   */
  public static NameChange ofObjects(Collection<String> candidates, Map<Integer, NewName> objects) {
    return new NameChange(candidates, objects, null);
  }

  /** Returns the change of the name of a column. */
  public static NameChange ofColumn(ColumnName column) {
    return new NameChange(
        List.of(column.oldName(), column.newName(), Keyword.NATURAL.name()), Map.of(), column);
  }

  /**
   * Returns a text in lower case that every text contains that has a name: its longest part without
   * quotes, because quotes are written twice in identifiers and literals.
   */
  static String searchText(String name) {
    return QUOTE
        .splitAsStream(name.toLowerCase(Locale.ROOT))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }

  @Override
  public boolean isCandidate(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return candidates.stream().anyMatch(lower::contains) || text.contains("\\");
  }

  @Override
  public boolean keepsMeaning() {
    return true;
  }

  @Override
  public String in(String text, NameUses uses) {
    TextEdit edit = new TextEdit(new TextChanges(text), uses);
    uses.named().forEach(edit::rename);
    uses.rows().forEach(edit::renameRow);
    uses.nameLiterals().forEach(edit::renameLiteral);
    uses.references().forEach(edit::rename);
    uses.fields().forEach(edit::rename);
    if (column != null) {
      edit.requireRenamable(column);
    }
    return edit.changes.apply(0, text.length());
  }

  /** Change of one text. */
  private final class TextEdit {
    private final TextChanges changes;
    private final Tokens tokens;
    private final NameUses uses;

    TextEdit(TextChanges changes, NameUses uses) {
      this.changes = changes;
      this.tokens = changes.tokens();
      this.uses = uses;
    }

    /** Renames a relation of FROM or a type. */
    void rename(int position, NameUses.NamedObject named) {
      NewName name = objects.get(named.objectId());
      if (name == null) {
        return;
      }
      int first = tokenAt(position);
      boolean isQualified = named.partCount() > 1 || name.isMoved();
      replace(
          first,
          first + 2 * (named.partCount() - 1),
          isQualified ? qualified(name) : Identifiers.quote(name.name()));
    }

    private String qualified(NewName name) {
      return Identifiers.quote(name.schema()) + "." + Identifiers.quote(name.name());
    }

    /** Renames a relation whose name is a literal, which may begin with its type. */
    void renameLiteral(int position, int relationId) {
      NewName name = objects.get(relationId);
      if (name != null) {
        int token = tokenAt(position);
        while (!tokens.is(token, TokenKind.STRING)) {
          token++;
        }
        replace(token, token, "'" + qualified(name).replace("'", "''") + "'");
      }
    }

    /** Renames a relation that stands for its row. */
    void renameRow(int position, int relationId) {
      NewName name = objects.get(relationId);
      if (name != null) {
        int token = tokenAt(position);
        replace(token, token, named(position, token, name.name()));
      }
    }

    /** Renames a column and the relation that qualifies it. */
    void rename(int position, NameUses.Reference reference) {
      int first = tokenAt(position);
      int count = reference.names().size();
      int last = first + 2 * (count - 1);
      NewName relation = reference.isByRelation() ? objects.get(reference.relationId()) : null;
      if (relation != null && count > 1) {
        replace(last - 2, last - 2, Identifiers.quote(relation.name()));
      }
      if (relation != null && count > 2) {
        replace(last - 4, last - 4, Identifiers.quote(relation.schema()));
      }
      if (isOfColumn(reference)) {
        replace(last, last, named(position, last, requireNonNull(column).newName()));
      }
    }

    /** Renames an attribute behind a dot. */
    void rename(int position, NameUses.Field field) {
      if (isOfColumn(field)) {
        int name = tokenAt(position) + 1;
        replace(name, name, Identifiers.quote(requireNonNull(column).newName()));
      }
    }

    private boolean isOfColumn(NameUses.Field field) {
      return column != null
          && field.typeId() == column.relationId()
          && column.oldName().equals(field.name());
    }

    private boolean isOfColumn(NameUses.Reference reference) {
      return column != null
          && reference.relationId() == column.relationId()
          && reference.columnNumber() == column.number()
          && reference.names().getLast().equals(column.oldName());
    }

    /** Returns a new name; an item of a select list keeps its name in the result. */
    private String named(int position, int token, String newName) {
      String quoted = Identifiers.quote(newName);
      return uses.plainItems().contains(position)
          ? quoted + " AS " + Identifiers.quote(tokens.value(token))
          : quoted;
    }

    /** Throws UNSUPPORTED if the text has the name where it is no reference. */
    void requireRenamable(ColumnName renamed) {
      boolean isUsed =
          (uses.references().values().stream().anyMatch(this::isOfColumn)
                  || uses.fields().values().stream().anyMatch(this::isOfColumn))
              && uses.itemNames().entrySet().stream()
                  .anyMatch(
                      item ->
                          item.getValue().equals(renamed.oldName()) && isInSubquery(item.getKey()));
      boolean isJoined =
          uses.named().values().stream()
              .anyMatch(named -> named.objectId() == renamed.relationId());
      for (int i = 0; isJoined && !isUsed && i < tokens.count(); i++) {
        isUsed = tokens.is(i, Keyword.NATURAL);
      }
      if (isUsed) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "the name of the column has other meanings in the text");
      }
    }

    /** Returns whether a position is in parentheses that begin with a query. */
    private boolean isInSubquery(int position) {
      Deque<Boolean> queries = new ArrayDeque<>();
      for (int i = 0; i < tokens.count() && tokens.start(i) < position; i++) {
        if (tokens.is(i, TokenKind.LEFT_PARENTHESIS)) {
          queries.push(QUERY_STARTS.stream().anyMatch(tokensAt(i + 1)));
        } else if (tokens.is(i, TokenKind.RIGHT_PARENTHESIS)) {
          queries.pop();
        }
      }
      return queries.contains(true);
    }

    private Predicate<Keyword> tokensAt(int index) {
      return keyword -> tokens.is(index, keyword);
    }

    private void replace(int first, int last, String part) {
      changes.replace(tokens.start(first), tokens.end(last), part);
    }

    private int tokenAt(int position) {
      int index = 0;
      while (tokens.start(index) < position) {
        index++;
      }
      return index;
    }
  }
}
