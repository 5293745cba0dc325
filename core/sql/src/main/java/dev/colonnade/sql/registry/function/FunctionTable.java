package dev.colonnade.sql.registry.function;

import dev.colonnade.sql.registry.type.BaseTypes;
import dev.colonnade.sql.registry.type.ResourceLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions by name. The lines of a name are parsed when it is first asked for. */
public final class FunctionTable {
  /** Functions, aggregates and window functions of SQL, in {@code pg_catalog}. */
  private static final List<String> SYSTEM =
      List.of("functions.txt", "aggregates.txt", "functions-absent.txt");

  /** Schema of the functions whose lines name it. */
  private static final String INFORMATION_SCHEMA = "information_schema.";

  private static final List<String> INTERNAL = List.of("internal.txt");

  private final FunctionParser parser;
  private final Map<String, Overloads> byName = new HashMap<>();

  private FunctionTable(BaseTypes types, List<String> resources) {
    this.parser = new FunctionParser(types);
    for (String resource : resources) {
      for (String line : ResourceLines.of(resource)) {
        byName.computeIfAbsent(FunctionParser.nameIn(line), _ -> new Overloads()).lines.add(line);
      }
    }
  }

  /** Returns the functions of SQL. */
  public static FunctionTable ofSystem(BaseTypes types) {
    return new FunctionTable(types, SYSTEM);
  }

  /** Returns the functions that have no name in SQL: subscripts, ANY and ALL, rows, frames. */
  public static FunctionTable ofInternals(BaseTypes types) {
    return new FunctionTable(types, INTERNAL);
  }

  /** Overloads of one name. Threads that parse them at the same time get equal lists. */
  private static final class Overloads {
    private final List<String> lines = new ArrayList<>(2);
    private volatile @Nullable List<FunctionEntry> parsed;

    List<FunctionEntry> entries(FunctionParser parser) {
      List<FunctionEntry> found = parsed;
      if (found == null) {
        found = lines.stream().map(parser::parse).toList();
        parsed = found;
      }
      return found;
    }
  }

  /** Returns the functions of a name in {@code pg_catalog}; empty if there are none. */
  public List<FunctionEntry> named(String name) {
    Overloads found = byName.get(name);
    return found == null ? List.of() : found.entries(parser);
  }

  /** Returns the functions of a name in {@code information_schema}; empty if there are none. */
  public List<FunctionEntry> ofInformationSchema(String name) {
    return named(INFORMATION_SCHEMA + name);
  }

  /** Returns all names. */
  public Set<String> names() {
    return Set.copyOf(byName.keySet());
  }

  /** Returns all functions. */
  public List<FunctionEntry> all() {
    List<FunctionEntry> found = new ArrayList<>();
    byName.values().forEach(overloads -> found.addAll(overloads.entries(parser)));
    return found;
  }
}
