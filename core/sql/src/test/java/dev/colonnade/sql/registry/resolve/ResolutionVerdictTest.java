package dev.colonnade.sql.registry.resolve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.SampleTypes;
import dev.colonnade.sql.registry.coerce.Coercions;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Comparison of resolution with recorded verdicts of PostgreSQL 15 on random types. */
class ResolutionVerdictTest {
  private final Registry registry = SampleTypes.registry();
  private final FunctionResolver functions = new FunctionResolver(registry);
  private final OperatorResolver operators = new OperatorResolver(registry);
  private final CommonTypes commonTypes = new CommonTypes(registry);
  private final Coercions coercions = new Coercions(registry);

  @Test
  void shouldResolveAsPostgresDoes() throws IOException {
    List<String> differences = new ArrayList<>();
    int count = 0;
    for (String line : lines()) {
      String[] fields = line.split("\t", -1);
      String found = verdict(fields[0], fields[1], arguments(fields[2]));
      count++;
      if (!found.equals(fields[3])) {
        differences.add(line + "\n      but was " + found);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(count).isGreaterThan(3000);
  }

  private static List<String> lines() throws IOException {
    String name = System.getProperty("verdicts", "/dev/colonnade/sql/registry/verdicts.tsv");
    try (InputStream in =
        requireNonNull(ResolutionVerdictTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }

  private List<Type> arguments(String names) {
    List<Type> types = new ArrayList<>();
    for (String name : names.isEmpty() ? new String[0] : names.split("\\|", -1)) {
      types.add(SampleTypes.type(registry, name));
    }
    return types;
  }

  private String verdict(String kind, String name, List<Type> arguments) {
    try {
      return "= " + result(kind, name, arguments);
    } catch (ColonnadeException e) {
      String detail = e.fields().detail();
      return "! " + e.sqlState() + " " + e.getMessage() + (detail == null ? "" : " / " + detail);
    }
  }

  private String result(String kind, String name, List<Type> arguments) {
    return switch (kind) {
      case "function" -> shown(call(name, arguments).result());
      case "common" -> common(name, arguments);
      default -> result(kind, name, arguments.getFirst(), arguments.getLast());
    };
  }

  private String result(String kind, String name, Type first, Type last) {
    return switch (kind) {
      case "prefix" -> shown(operators.prefix(name, first).result());
      case "infix" -> shown(operators.infix(name, first, last).result());
      case "any" -> shown(operators.quantified(name, first, last).result());
      case "cast" -> {
        coercions.explicit(TypeReference.of(first), TypeReference.of(last));
        yield shown(last);
      }
      default -> {
        coercions.assignment("c", TypeReference.of(first), TypeReference.of(last));
        yield "ok";
      }
    };
  }

  private static String shown(Type type) {
    return type.isUnknown() ? "text" : type.toString();
  }

  private FunctionResolution call(String text, List<Type> arguments) {
    String[] words = text.split(" ", -1);
    String last = words[words.length - 1];
    boolean hasNames = words.length > 1 && !last.equals("v");
    List<String> names = hasNames ? List.of(last.split(",", -1)) : List.of();
    boolean isVariadic = words.length > 1 && words[1].equals("v");
    return functions.resolve("", words[0], new CallArguments(arguments, names, isVariadic));
  }

  private String common(String construct, List<Type> types) {
    List<TypeReference> expressions = types.stream().map(TypeReference::of).toList();
    return construct.equals("ARRAY")
        ? commonTypes.array(expressions).toString()
        : commonTypes.resolve(construct, expressions).type().toString();
  }
}
