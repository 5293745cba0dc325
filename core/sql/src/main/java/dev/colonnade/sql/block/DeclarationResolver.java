package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.sql.block.BlockSession.BlockRows;
import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.BlockVariable.DeclaredType;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolver of the declared types of variables. One thread. */
final class DeclarationResolver {
  private final BlockSession session;
  private final Map<String, VariableType> known = new HashMap<>();

  DeclarationResolver(BlockSession session) {
    this.session = session;
  }

  /** Returns whether a name is that of a table, a view or a composite type. */
  static boolean isRowType(String name, BlockSession session) {
    if (name.indexOf('(') >= 0 || name.indexOf('[') >= 0 || !VariableType.isUser(name)) {
      return false;
    }
    String sql =
        "SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = CAST(pg_catalog.to_regclass(%s) AS oid)"
                .formatted(literal(name))
            + " AND c.reltype <> 0";
    try (BlockRows rows = session.prepare(sql, List.of()).run(List.of())) {
      return rows.next() != null;
    }
  }

  /** Returns the storage for each variable. */
  List<VariableStorage> cells(List<BlockVariable> variables) {
    List<VariableStorage> cells = new ArrayList<>();
    for (BlockVariable variable : variables) {
      cells.add(cell(variable));
    }
    return List.copyOf(cells);
  }

  private VariableStorage cell(BlockVariable variable) {
    DeclaredType type = variable.type();
    return switch (type.form()) {
      case PLAIN -> new VariableStorage.Scalar(plain(type.text(), type.position()));
      case OF_COLUMN -> new VariableStorage.Scalar(ofColumn(type));
      case OF_ROW -> row(variable.name(), type);
      case RECORD -> new VariableStorage.Row(variable.name());
    };
  }

  private VariableType plain(String name, int position) {
    VariableType found = known.get(name);
    if (found == null) {
      found = VariableType.of(typeOf(name, position), name);
      known.put(name, found);
    }
    return found;
  }

  private SqlType typeOf(String name, int position) {
    try {
      return session
          .prepare("SELECT CAST(NULL AS %s)".formatted(name), List.of())
          .types()
          .getFirst();
    } catch (ColonnadeException e) {
      throw e.with(e.fields().withPosition(position));
    }
  }

  /** Returns the type of a column, by {@code table.column}. */
  private VariableType ofColumn(DeclaredType type) {
    int dot = type.text().lastIndexOf('.');
    if (dot < 0) {
      throw noColumn(type);
    }
    String column = plainName(type.text().substring(dot + 1));
    List<List<String>> found =
        columns(type.text().substring(0, dot), " AND a.attname = " + literal(column));
    if (found.isEmpty()) {
      throw noColumn(type);
    }
    return plain(found.getFirst().get(1), type.position());
  }

  private static ColonnadeException noColumn(DeclaredType type) {
    String line = "invalid type name \"%s%%type\"".formatted(type.text());
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "syntax error at or near \"%\"",
        ErrorFields.at(type.position() + type.text().length())
            .withOrigin(ErrorOrigin.NONE.within(line)));
  }

  private VariableStorage row(String name, DeclaredType type) {
    List<String> names = new ArrayList<>();
    List<VariableType> types = new ArrayList<>();
    for (List<String> column : inOrder(type.text(), columns(type.text(), ""))) {
      names.add(column.get(0));
      types.add(plain(column.get(1), type.position()));
    }
    return new VariableStorage.Row(name, names, types);
  }

  /**
   * Returns the columns of a relation in the order of its rows: that of their numbers, unless the
   * type of a column was changed.
   */
  private List<List<String>> inOrder(String relation, List<List<String>> columns) {
    boolean canBeAltered = columns.stream().anyMatch(column -> column.get(2).equals("true"));
    if (!canBeAltered) {
      return columns;
    }
    String rows = "SELECT (CAST(NULL AS %s)).*".formatted(relation);
    List<String> names = session.prepare(rows, List.of()).names();
    List<List<String>> ordered = new ArrayList<>(columns);
    ordered.sort(Comparator.comparingInt(column -> names.indexOf(column.getFirst())));
    return ordered;
  }

  /** Returns names and types of columns of a relation, and whether a statement created it. */
  private List<List<String>> columns(String table, String condition) {
    String sql =
        """
        SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
        c.relkind IN ('r', 'c') AND c.oid >= 16384
        FROM pg_catalog.pg_attribute a
        JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
        WHERE a.attrelid = CAST(CAST(%s AS pg_catalog.regclass) AS oid)
        AND a.attnum > 0 AND NOT a.attisdropped%s ORDER BY a.attnum\
        """
            .formatted(literal(table), condition);
    List<List<String>> columns = new ArrayList<>();
    try (BlockRows rows = session.prepare(sql, List.of()).run(List.of())) {
      for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
        columns.add(
            List.of(String.valueOf(row[0]), String.valueOf(row[1]), String.valueOf(row[2])));
      }
    } catch (ColonnadeException e) {
      throw e.with(e.fields().withPosition(0));
    }
    return columns;
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String plainName(String written) {
    return written.startsWith("\"")
        ? written.substring(1, written.length() - 1).replace("\"\"", "\"")
        : written.toLowerCase(Locale.ROOT);
  }
}
