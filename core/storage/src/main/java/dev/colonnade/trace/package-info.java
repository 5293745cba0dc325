/**
 * Spans of distributed traces, as interfaces: an optional module implements them. Start at {@link
 * dev.colonnade.trace.Tracer}. Without a tracer there are no spans, and the code that is traced
 * compares one reference with null. May depend on {@code error}.
 */
@NullMarked
package dev.colonnade.trace;

import org.jspecify.annotations.NullMarked;
