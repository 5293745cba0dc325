package dev.colonnade.sql.function.library.base;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.Geometry;

/** Functions and operators on geometric values. Coordinates are equal up to a millionth. */
public final class GeometricFunctions {
  private static final double EPSILON = 1e-6;

  private GeometricFunctions() {}

  public static Geometry point(double x, double y) {
    return Geometry.of(BaseType.POINT, x, y);
  }

  public static Geometry box(Geometry corner, Geometry other) {
    return Geometry.of(
        BaseType.BOX, corner.number(0), corner.number(1), other.number(0), other.number(1));
  }

  public static Geometry segment(Geometry start, Geometry end) {
    return Geometry.of(
        BaseType.LSEG, start.number(0), start.number(1), end.number(0), end.number(1));
  }

  public static Geometry circle(Geometry center, double radius) {
    return Geometry.of(BaseType.CIRCLE, center.number(0), center.number(1), radius);
  }

  public static Geometry pointToBox(Geometry point) {
    return box(point, point);
  }

  public static Geometry boxToLseg(Geometry box) {
    return Geometry.of(BaseType.LSEG, box.numbers());
  }

  public static Geometry boxToPolygon(Geometry box) {
    double right = box.number(0);
    double top = box.number(1);
    double left = box.number(2);
    double bottom = box.number(3);
    return Geometry.of(BaseType.POLYGON, left, bottom, left, top, right, top, right, bottom);
  }

  public static Geometry boxToCircle(Geometry box) {
    Geometry center = center(box);
    double radius = hypotenuse(box.number(0) - center.number(0), box.number(1) - center.number(1));
    return circle(center, radius);
  }

  public static Geometry circleToBox(Geometry circle) {
    double half = circle.number(2) / Math.sqrt(2.0);
    return Geometry.of(
        BaseType.BOX,
        circle.number(0) + half,
        circle.number(1) + half,
        circle.number(0) - half,
        circle.number(1) - half);
  }

  public static Geometry polygonToBox(Geometry polygon) {
    double left = polygon.number(0);
    double bottom = polygon.number(1);
    double right = left;
    double top = bottom;
    for (int i = 2; i < polygon.size(); i += 2) {
      left = Math.min(left, polygon.number(i));
      right = Math.max(right, polygon.number(i));
      bottom = Math.min(bottom, polygon.number(i + 1));
      top = Math.max(top, polygon.number(i + 1));
    }
    return Geometry.of(BaseType.BOX, right, top, left, bottom);
  }

  /** Returns the mean of the points. */
  public static Geometry polygonCenter(Geometry polygon) {
    double x = 0;
    double y = 0;
    for (int i = 0; i < polygon.size(); i += 2) {
      x += polygon.number(i);
      y += polygon.number(i + 1);
    }
    int points = polygon.size() / 2;
    return point(x / points, y / points);
  }

  /** Returns the circle about the mean of the points, whose radius is their mean distance. */
  public static Geometry polygonToCircle(Geometry polygon) {
    Geometry center = polygonCenter(polygon);
    double distances = 0;
    for (int i = 0; i < polygon.size(); i += 2) {
      distances +=
          hypotenuse(
              polygon.number(i) - center.number(0), polygon.number(i + 1) - center.number(1));
    }
    return circle(center, distances / (polygon.size() / 2.0));
  }

  public static Geometry polygonToPath(Geometry polygon) {
    return Geometry.path(true, polygon.numbers());
  }

  public static Geometry pathToPolygon(Geometry path) {
    if (!path.isClosed()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "open path cannot be converted to polygon");
    }
    return Geometry.of(BaseType.POLYGON, path.numbers());
  }

  /** Returns the center of a box, a segment or a circle. */
  public static Geometry center(Geometry value) {
    return value.type() == BaseType.CIRCLE
        ? point(value.number(0), value.number(1))
        : point(
            (value.number(0) + value.number(2)) / 2.0, (value.number(1) + value.number(3)) / 2.0);
  }

  public static double width(Geometry box) {
    return box.number(0) - box.number(2);
  }

  public static double height(Geometry box) {
    return box.number(1) - box.number(3);
  }

  /** Returns the area of a box or a circle. */
  public static double area(Geometry value) {
    return value.type() == BaseType.BOX
        ? width(value) * height(value)
        : Math.PI * (value.number(2) * value.number(2));
  }

  public static double radius(Geometry circle) {
    return circle.number(2);
  }

  public static double diameter(Geometry circle) {
    return 2.0 * circle.number(2);
  }

  public static int pointCount(Geometry value) {
    return value.size() / 2;
  }

  public static boolean isOpen(Geometry path) {
    return !path.isClosed();
  }

  public static boolean isClosed(Geometry path) {
    return path.isClosed();
  }

  public static Geometry opened(Geometry path) {
    return Geometry.path(false, path.numbers());
  }

  public static Geometry closed(Geometry path) {
    return Geometry.path(true, path.numbers());
  }

  /** Returns the length of a segment or of a path. */
  public static double length(Geometry value) {
    double length = 0;
    for (int i = 2; i < value.size(); i += 2) {
      length += distance(value, i - 2, i);
    }
    return value.isClosed() ? length + distance(value, value.size() - 2, 0) : length;
  }

  private static double distance(Geometry value, int from, int to) {
    return hypotenuse(
        value.number(from) - value.number(to), value.number(from + 1) - value.number(to + 1));
  }

  /** Returns the square root of a sum of squares, with PostgreSQL's rounding. */
  private static double hypotenuse(double x, double y) {
    if (Double.isInfinite(x) || Double.isInfinite(y)) {
      return Double.POSITIVE_INFINITY;
    }
    double longer = Math.max(Math.abs(x), Math.abs(y));
    if (longer == 0 || Double.isNaN(longer)) {
      return longer;
    }
    double ratio = Math.min(Math.abs(x), Math.abs(y)) / longer;
    return longer * Math.sqrt(1.0 + ratio * ratio);
  }

  public static double pointDistance(Geometry left, Geometry right) {
    return hypotenuse(left.number(0) - right.number(0), left.number(1) - right.number(1));
  }

  /** Returns the distance of circles, which is 0 if they overlap. */
  public static double circleDistance(Geometry left, Geometry right) {
    return Math.max(0, pointDistance(left, right) - (left.number(2) + right.number(2)));
  }

  /** Returns whether the coordinates of two points, boxes or segments are equal. */
  public static boolean isSame(Geometry left, Geometry right) {
    for (int i = 0; i < left.size(); i++) {
      if (!isEqual(left.number(i), right.number(i))) {
        return false;
      }
    }
    return true;
  }

  public static boolean hasSameArea(Geometry left, Geometry right) {
    return isEqual(area(left), area(right));
  }

  public static boolean hasSamePointCount(Geometry left, Geometry right) {
    return left.size() == right.size();
  }

  private static boolean isEqual(double left, double right) {
    boolean isNaN = Double.isNaN(left) && Double.isNaN(right);
    return left == right || isNaN || Math.abs(left - right) <= EPSILON;
  }

  private static boolean isAtMost(double left, double right) {
    return left <= right + EPSILON;
  }

  public static boolean isAbove(Geometry upper, Geometry lower) {
    return upper.number(1) - lower.number(1) > EPSILON;
  }

  public static boolean isBelow(Geometry lower, Geometry upper) {
    return isAbove(upper, lower);
  }

  public static boolean isRight(Geometry right, Geometry left) {
    return right.number(0) - left.number(0) > EPSILON;
  }

  public static boolean isLeft(Geometry left, Geometry right) {
    return isRight(right, left);
  }

  public static boolean isVertical(Geometry left, Geometry right) {
    return isEqual(left.number(0), right.number(0));
  }

  public static boolean isHorizontal(Geometry left, Geometry right) {
    return isEqual(left.number(1), right.number(1));
  }

  public static boolean isVerticalSegment(Geometry segment) {
    return isEqual(segment.number(0), segment.number(2));
  }

  public static boolean isHorizontalSegment(Geometry segment) {
    return isEqual(segment.number(1), segment.number(3));
  }

  /** Returns the slope of the line through two points; infinity if it is vertical. */
  public static double slope(Geometry left, Geometry right) {
    return isVertical(left, right)
        ? Double.POSITIVE_INFINITY
        : isHorizontal(left, right)
            ? 0.0
            : (left.number(1) - right.number(1)) / (left.number(0) - right.number(0));
  }

  /** Returns whether two boxes have a point in common. */
  public static boolean overlaps(Geometry left, Geometry right) {
    return isAtMost(left.number(2), right.number(0))
        && isAtMost(right.number(2), left.number(0))
        && isAtMost(left.number(3), right.number(1))
        && isAtMost(right.number(3), left.number(1));
  }

  public static boolean contains(Geometry outer, Geometry inner) {
    return isAtMost(inner.number(0), outer.number(0))
        && isAtMost(outer.number(2), inner.number(2))
        && isAtMost(inner.number(1), outer.number(1))
        && isAtMost(outer.number(3), inner.number(3));
  }

  public static boolean isContained(Geometry inner, Geometry outer) {
    return contains(outer, inner);
  }

  public static boolean containsPoint(Geometry box, Geometry point) {
    double x = point.number(0);
    double y = point.number(1);
    return box.number(0) >= x && box.number(2) <= x && box.number(1) >= y && box.number(3) <= y;
  }

  public static boolean isPointIn(Geometry point, Geometry box) {
    return containsPoint(box, point);
  }

  public static boolean circleContainsPoint(Geometry circle, Geometry point) {
    return pointDistance(circle, point) <= circle.number(2);
  }

  public static boolean isPointInCircle(Geometry point, Geometry circle) {
    return circleContainsPoint(circle, point);
  }

  /** Moves a point, a box, a path or a circle. */
  public static Geometry plus(Geometry value, Geometry point) {
    return moved(value, point.number(0), point.number(1));
  }

  public static Geometry minus(Geometry value, Geometry point) {
    return moved(value, -point.number(0), -point.number(1));
  }

  private static Geometry moved(Geometry value, double x, double y) {
    double[] numbers = value.numbers();
    int end = value.type() == BaseType.CIRCLE ? 2 : numbers.length;
    for (int i = 0; i < end; i += 2) {
      numbers[i] += x;
      numbers[i + 1] += y;
    }
    return value.type() == BaseType.PATH
        ? Geometry.path(value.isClosed(), numbers)
        : Geometry.of(value.type(), numbers);
  }
}
