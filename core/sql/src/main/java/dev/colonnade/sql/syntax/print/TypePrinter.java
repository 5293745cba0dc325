package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.TypeName;

/** Printer of types, and of constants with their type before them. */
final class TypePrinter {
  private final Printers printers;
  private final SqlText text;

  TypePrinter(Printers printers) {
    this.printers = printers;
    this.text = printers.text();
  }

  void print(TypeName type) {
    if (type.array().setOf()) {
      text.add("SETOF ");
    }
    if (type.intervalFields() != null) {
      text.add("interval ").add(type.intervalFields());
    } else {
      text.qualified(printers.typeName(type));
    }
    printModifiers(type);
    if (type.array().ofColumn()) {
      text.add("%TYPE");
    }
    for (int bound : type.array().bounds()) {
      text.add("[").add(bound < 0 ? "" : Integer.toString(bound)).add("]");
    }
  }

  private void printModifiers(TypeName type) {
    if (!type.modifiers().isEmpty()) {
      text.add("(");
      text.list(type.modifiers(), printers.expressions()::print);
      text.add(")");
    }
  }

  void print(Constant.TypedConstant constant) {
    TypeName type = constant.type();
    String value = printers.literal(constant.position(), constant.value());
    if (type.intervalFields() == null) {
      print(type);
      text.add(" ").string(value);
      return;
    }
    text.add("interval ").string(value).add(" ").add(type.intervalFields());
    printModifiers(type);
  }
}
