package dev.colonnade.sql.registry.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.implementation.ImplementationParser;
import dev.colonnade.sql.registry.type.BaseTypes;
import dev.colonnade.sql.registry.type.ResourceLines;
import dev.colonnade.sql.registry.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operators by name. The lines of a name are parsed when it is first asked for. */
public final class OperatorTable {
  private static final String IMPLEMENTATION = " = ";
  private static final int FIELD_COUNT = 11;

  private final BaseTypes types;
  private final ImplementationParser implementations;
  private final Map<String, Overloads> byName = new HashMap<>();
  private final Map<Integer, Overloads> byOid = new HashMap<>();

  /** Reads the operators from their resource. */
  public OperatorTable(BaseTypes types) {
    this.types = requireNonNull(types, "types is null");
    this.implementations = new ImplementationParser(types);
    for (String line : ResourceLines.of("operators.txt")) {
      int start = line.indexOf(' ') + 1;
      String name = line.substring(start, line.indexOf(' ', start));
      Overloads overloads = byName.computeIfAbsent(name, _ -> new Overloads());
      overloads.lines.add(line);
      byOid.put(Integer.valueOf(line.substring(0, start - 1)), overloads);
    }
  }

  /** Overloads of one name. Threads that parse them at the same time get equal lists. */
  private final class Overloads {
    private final List<String> lines = new ArrayList<>(2);
    private volatile @Nullable Parsed parsed;

    Parsed entries() {
      Parsed found = parsed;
      if (found == null) {
        found = new Parsed(lines.stream().map(OperatorTable.this::parse).toList());
        parsed = found;
      }
      return found;
    }
  }

  /** Parsed overloads of one name. */
  private static final class Parsed {
    final List<OperatorEntry> prefix;
    final List<OperatorEntry> infix;
    final Map<Type, Map<Type, OperatorEntry>> exact = new HashMap<>();

    Parsed(List<OperatorEntry> all) {
      prefix = all.stream().filter(OperatorEntry::isPrefix).toList();
      infix = all.stream().filter(entry -> !entry.isPrefix()).toList();
      for (OperatorEntry entry : infix) {
        exact
            .computeIfAbsent(entry.operands().getFirst(), _ -> new HashMap<>())
            .put(entry.operands().getLast(), entry);
      }
    }
  }

  private OperatorEntry parse(String line) {
    int at = line.indexOf(IMPLEMENTATION, line.indexOf(' ') + 3);
    String[] fields = (at < 0 ? line : line.substring(0, at)).split(" ", -1);
    if (fields.length != FIELD_COUNT) {
      throw new IllegalArgumentException("not an operator: " + line);
    }
    List<Type> operands = new ArrayList<>();
    if (!fields[2].equals("none")) {
      operands.add(types.named(fields[2]));
    }
    operands.add(types.named(fields[3]));
    Implementation implementation =
        at < 0
            ? new Implementation.Absent()
            : implementations.parse(
                line.substring(at + IMPLEMENTATION.length()),
                fields[1],
                operands.size(),
                Volatility.IMMUTABLE);
    return new OperatorEntry(
        Integer.parseInt(fields[0]),
        fields[1],
        operands,
        types.named(fields[4]),
        behavior(fields),
        implementation);
  }

  private static OperatorEntry.Behavior behavior(String[] fields) {
    return new OperatorEntry.Behavior(
        switch (fields[5].charAt(0)) {
          case 'i' -> Volatility.IMMUTABLE;
          case 's' -> Volatility.STABLE;
          default -> Volatility.VOLATILE;
        },
        fields[5].charAt(1) == 's',
        new OperatorEntry.Function(Integer.parseInt(fields[6]), fields[7]),
        new OperatorEntry.Relatives(
            Integer.parseInt(fields[8]),
            Integer.parseInt(fields[9]),
            fields[10].contains("m"),
            fields[10].contains("h")));
  }

  /** Returns the infix operators of a name; empty if there are none. */
  public List<OperatorEntry> infix(String name) {
    Overloads found = byName.get(name);
    return found == null ? List.of() : found.entries().infix;
  }

  /** Returns the prefix operators of a name; empty if there are none. */
  public List<OperatorEntry> prefix(String name) {
    Overloads found = byName.get(name);
    return found == null ? List.of() : found.entries().prefix;
  }

  /** Returns the infix operator of exactly these operands; null if there is none. */
  public @Nullable OperatorEntry find(String name, Type left, Type right) {
    Overloads found = byName.get(name);
    if (found == null) {
      return null;
    }
    Map<Type, OperatorEntry> ofLeft = found.entries().exact.get(left);
    return ofLeft == null ? null : ofLeft.get(right);
  }

  /** Returns the prefix operator of exactly this operand; null if there is none. */
  public @Nullable OperatorEntry find(String name, Type operand) {
    for (OperatorEntry entry : prefix(name)) {
      if (entry.operands().getFirst().equals(operand)) {
        return entry;
      }
    }
    return null;
  }

  /** Returns the operator of an OID, as of a commutator or a negator; null if there is none. */
  public @Nullable OperatorEntry find(int oid) {
    Overloads found = byOid.get(oid);
    if (found != null) {
      for (List<OperatorEntry> entries : List.of(found.entries().infix, found.entries().prefix)) {
        for (OperatorEntry entry : entries) {
          if (entry.oid() == oid) {
            return entry;
          }
        }
      }
    }
    return null;
  }

  /** Returns all operators. */
  public List<OperatorEntry> all() {
    List<OperatorEntry> found = new ArrayList<>();
    for (Overloads overloads : byName.values()) {
      found.addAll(overloads.entries().prefix);
      found.addAll(overloads.entries().infix);
    }
    return found;
  }
}
