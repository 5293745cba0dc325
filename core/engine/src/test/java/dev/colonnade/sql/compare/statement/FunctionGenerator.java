package dev.colonnade.sql.compare.statement;

import static dev.colonnade.sql.compare.statement.Node.expression;
import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Type;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Generator of calls of functions and operators: templates of {@code functions.txt}. */
final class FunctionGenerator {
  private static final String RESOURCE = "/dev/colonnade/sql/compare/functions.txt";
  private static final String SEPARATOR = " | ";
  private static final Map<Type, List<Template>> TEMPLATES = read();

  private final ExpressionGenerator expressions;
  private final Choices choices;

  FunctionGenerator(GenerationContext context, ExpressionGenerator expressions) {
    this.expressions = requireNonNull(expressions, "expressions is null");
    this.choices = context.choices();
  }

  private record Template(String sql, List<Type> operands) {}

  /** Reads lines such as {@code INT | length($) | TEXT}. */
  private static Map<Type, List<Template>> read() {
    Map<Type, List<Template>> templates = new EnumMap<>(Type.class);
    try (@Nullable InputStream input = FunctionGenerator.class.getResourceAsStream(RESOURCE)) {
      String text =
          new String(requireNonNull(input, RESOURCE).readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
        int first = line.indexOf(SEPARATOR);
        int last = line.lastIndexOf(SEPARATOR);
        String names = line.substring(last + SEPARATOR.length());
        List<Type> operands = Stream.of(names.split(" ", -1)).map(Type::valueOf).toList();
        templates
            .computeIfAbsent(Type.valueOf(line.substring(0, first)), _ -> new ArrayList<>())
            .add(new Template(line.substring(first + SEPARATOR.length(), last), operands));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return templates;
  }

  /** Returns a call of a type. */
  Node next(Type type, Scope scope, int depth) {
    Template template = choices.of(requireNonNull(TEMPLATES.get(type), type.name()));
    List<Node> operands = expressions.all(template.operands(), scope, depth);
    return expression(
        type, "function " + nameOf(template.sql()), template.sql(), operands.toArray(Node[]::new));
  }

  private static String nameOf(String template) {
    return template.replaceAll("[$()]", " ").strip().replaceAll("[ ,]+", " ");
  }
}
