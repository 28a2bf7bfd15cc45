package org.sennit.examples.heat;

import java.io.IOException;

/**
 * The start of heat: the temperatures and which of them are fixed.
 *
 * <p>Made by rank 0 alone; one thread.
 *
 * @param picture the temperatures
 * @param isFixed a byte for each pixel, 1 where fixed
 */
record Scene(Picture picture, byte[] isFixed) {
    private static final HeatArguments.Size DEFAULT_SIZE = new HeatArguments.Size(800, 500);

    /** Reads or draws what the user asked for; throws with one sentence that names the file. */
    static Scene from(HeatArguments arguments) throws IOException {
        Picture picture = arguments.picture == null ? drawn(arguments.size) : PictureFiles.read(arguments.picture);
        if (arguments.mask != null) {
            return masked(picture, arguments);
        }
        boolean isBrightFixed =
                arguments.fixed == null ? arguments.picture == null : arguments.fixed == HeatArguments.Fixed.BRIGHT;
        byte[] isFixed =
                isBrightFixed ? FixedPixels.borderAndBright(picture, arguments.threshold) : FixedPixels.border(picture);
        return new Scene(picture, isFixed);
    }

    private static Picture drawn(HeatArguments.Size wanted) {
        HeatArguments.Size size = wanted == null ? DEFAULT_SIZE : wanted;
        return Braid.draw(size.width(), size.height());
    }

    private static Scene masked(Picture picture, HeatArguments arguments) throws IOException {
        Picture mask = PictureFiles.read(arguments.mask);
        if (mask.width() != picture.width() || mask.height() != picture.height()) {
            throw new PictureFormatException(arguments.mask + ": a mask must be as large as the picture, "
                    + picture.width() + "x" + picture.height() + ", but is " + mask.width() + "x" + mask.height());
        }
        return new Scene(picture, FixedPixels.borderAndBright(mask, arguments.threshold));
    }
}
