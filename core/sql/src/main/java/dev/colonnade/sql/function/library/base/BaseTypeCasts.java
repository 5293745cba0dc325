package dev.colonnade.sql.function.library.base;

import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.base.XmlText;

/** Casts between text and base types; {@code textToMoney} is found by the type's name. */
public final class BaseTypeCasts {
  private BaseTypeCasts() {}

  /** Returns the output text of a value. */
  public static String outputText(BaseValue value) {
    return value.toString();
  }

  public static BaseValue textToMoney(String text) {
    return BaseType.MONEY.parse(text);
  }

  public static BaseValue textToInet(String text) {
    return BaseType.INET.parse(text);
  }

  public static BaseValue textToCidr(String text) {
    return BaseType.CIDR.parse(text);
  }

  public static BaseValue textToMacaddr(String text) {
    return BaseType.MACADDR.parse(text);
  }

  public static BaseValue textToMacaddr8(String text) {
    return BaseType.MACADDR8.parse(text);
  }

  public static BaseValue textToPoint(String text) {
    return BaseType.POINT.parse(text);
  }

  public static BaseValue textToLine(String text) {
    return BaseType.LINE.parse(text);
  }

  public static BaseValue textToLseg(String text) {
    return BaseType.LSEG.parse(text);
  }

  public static BaseValue textToBox(String text) {
    return BaseType.BOX.parse(text);
  }

  public static BaseValue textToPath(String text) {
    return BaseType.PATH.parse(text);
  }

  public static BaseValue textToPolygon(String text) {
    return BaseType.POLYGON.parse(text);
  }

  public static BaseValue textToXml(String text) {
    return BaseType.XML.parse(text);
  }

  /** Returns the text as it was entered. */
  public static String xmlToText(XmlText value) {
    return value.source();
  }

  public static BaseValue textToJsonpath(String text) {
    return BaseType.JSONPATH.parse(text);
  }

  public static BaseValue textToCircle(String text) {
    return BaseType.CIRCLE.parse(text);
  }
}
